"""Python policies as players of tournaments, from Python and from the command line."""

import json
import pickle
from pathlib import Path

import pytest

import quintet
from commands import good, run, wrong
from quintet.engine.players import parse_player
from quintet.engine.tournament import Plan
from quintet.engine.tournament.game import Finished, play_game
from quintet.env.policy import choose
from quintet.env.rating.policy_players import load_policy, policy_player
from quintet.errors import BadOption

POLICIES = Path(__file__).with_name("policies_for_players.py")
KINDS = {"policy": policy_player}


def played(policy: str, game: str = "quantik", **options: object) -> list[Finished]:
    players = (parse_player(policy, KINDS), parse_player("random"))
    plan = Plan(game, options, players, games=2)
    return [play_game(plan, task) for task in plan.tasks()]


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("quantik", {}),
        ("quarto", {"calls": "spoken"}),
        ("cubulus", {"players": 3}),
        ("quixo", {"players": 4}),
    ],
)
def test_a_policy_plays_the_action_it_chooses(game: str, options: dict[str, object]) -> None:
    """The first legal action is what `Position` has the lowest number for."""
    for finished in played(f"policy:{POLICIES}:first", game, **options):
        assert "Fault" not in finished.record.tags
        sides = finished.record.variant.sides
        seating = finished.task.seating
        position = quintet.start(game, **options)
        for number, word in enumerate(ply.move for ply in finished.record.moves):
            opened = number >= int(finished.record.tags["Opening"])
            if opened and seating[sides[position.turn]] == 0:
                words = position.variant.words[position.turn]
                assert word == min(position.moves, key=words.index)
            position = position.play(word)


def test_a_policy_may_answer_with_a_list() -> None:
    assert all("Fault" not in each.record.tags for each in played(f"policy:{POLICIES}:as_list"))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("illegal", "which is not legal"),
        ("far_away", "action 1000000000, which is not legal"),
        ("nonsense", "an array of 1 integers"),
        ("too_many", "an array of 1 integers"),
        ("nothing", "an array of 1 integers"),
        ("failing", "failed: ZeroDivisionError: no idea."),
    ],
)
def test_what_a_policy_does_wrong_loses_the_game(name: str, said: str) -> None:
    for finished in played(f"policy:{POLICIES}:{name}"):
        assert said in finished.record.tags["Fault"]
        assert finished.scores[finished.task.seating.index(0)] == 0


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("", "Write a policy as policy:FILE.py:NAME or policy:MODULE:NAME"),
        ("first", "Write a policy as"),
        (f"{POLICIES}:", "Write a policy as"),
        (f"{POLICIES}:a b", "Write a policy as"),
        ("nowhere.py:first", "nowhere.py:first cannot be used as a policy: FileNotFoundError"),
        (f"{POLICIES}:second", "AttributeError: module"),
        (f"{POLICIES}:NOT_A_POLICY", "it cannot be called, and it has no method act."),
        ("no_such_module_of_ours:first", "ModuleNotFoundError: No module named"),
    ],
)
def test_a_policy_that_cannot_be_used_is_refused_before_the_first_game(
    place: str, said: str
) -> None:
    with pytest.raises(BadOption) as raised:
        parse_player(f"policy:{place}", KINDS)
    assert said in str(raised.value)
    assert raised.value.option == "player"


def test_a_file_with_an_error_is_refused(tmp_path: Path) -> None:
    broken = tmp_path / "broken_agent.py"
    broken.write_text("choose = 1 / 0\n")
    with pytest.raises(BadOption, match="ZeroDivisionError: division by zero"):
        policy_player(f"{broken}:choose")


def test_a_policy_of_a_module() -> None:
    found: object = load_policy("quintet.env.policy:choose")
    assert found is choose


def test_a_policy_may_ask_for_the_states() -> None:
    """It plays like the one that is told which actions are legal."""
    moves = [
        [each.record.moves for each in played(f"policy:{POLICIES}:{name}")]
        for name in ("first", "stated")
    ]
    assert moves[0] == moves[1]


def test_a_file_may_import_its_neighbours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path / "elsewhere")  # restores the path afterwards
    (tmp_path / "neighbour_of_agent.py").write_text("def helper(masks):\n    return masks\n")
    agent = tmp_path / "agent_with_neighbour.py"
    agent.write_text(
        "from neighbour_of_agent import helper\n"
        "def choose(observations, masks):\n    return helper(masks).argmax(axis=1)\n"
    )
    assert all("Fault" not in each.record.tags for each in played(f"policy:{agent}:choose"))


def test_without_the_kind_there_is_no_such_player() -> None:
    with pytest.raises(BadOption, match="There is no player policy:"):
        parse_player(f"policy:{POLICIES}:first")


def test_a_name_and_a_copy_for_other_processes() -> None:
    player = parse_player(f"Ann=policy:{POLICIES}:first", KINDS)
    assert (player.name, player.text) == ("Ann", f"policy:{POLICIES}:first")
    copied = pickle.loads(pickle.dumps(player))
    assert copied == player
    assert type(copied) is type(player)


def test_command(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    call = ["tournament", "quantik", "--player", f"Ann=policy:{POLICIES}:first"]
    call += ["--player", "level:1", "--records", str(games), "--jobs", "1", "--games"]
    assert "Ann - level:1: +" in good(*call, "4")
    assert games.read_text().count('[Round "') == 4
    assert "Ann - level:1: +" in good(*call, "6", "--resume")
    assert games.read_text().count('[Round "') == 6


@pytest.mark.slow
def test_command_in_two_processes() -> None:
    call = ("tournament", "quantik", "--player", f"policy:{POLICIES}:first", "--player", "random")
    said = json.loads(good(*call, "--games", "4", "--jobs", "2", "--json"))
    assert said["games"] == 4
    assert "faults" not in said


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_what_a_policy_prints_stays_out_of_the_results(tmp_path: Path, jobs: str) -> None:
    talking = tmp_path / "talking_agent.py"
    talking.write_text(
        "import os\n"
        "print('imported')\n"
        "def choose(observations, masks):\n"
        "    print('choosing')\n"
        "    os.write(1, b'by the system\\n')\n"
        "    return masks.argmax(axis=1)\n"
    )
    call = ["tournament", "quantik", "--player", f"policy:{talking}:choose", "--player", "random"]
    code, out, err = run(*call, "--games", "2", "--jobs", jobs, "--json")
    assert code == 0
    assert json.loads(out)["games"] == 2
    assert {"imported", "choosing", "by the system"} == set(err.splitlines())


def test_command_says_why_games_were_lost() -> None:
    call = ["tournament", "quantik", "--player", f"Bob=policy:{POLICIES}:failing"]
    call += ["--player", "random", "--games", "4", "--jobs", "1"]
    fault = f"The policy {POLICIES}:failing failed: ZeroDivisionError: no idea."
    assert f"4 games were lost by a fault: {fault}" in good(*call).replace("\n", " ")
    assert json.loads(good(*call, "--json"))["faults"] == {fault: 4}


def test_command_refuses_what_is_not_a_policy() -> None:
    call = ("tournament", "quantik", "--player", "random", "--player")
    assert "cannot be used as a policy" in wrong(*call, "policy:nowhere.py:choose")
    assert "Write a policy as policy:FILE.py:NAME" in wrong(*call, "policy:choose")
