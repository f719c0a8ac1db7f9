"""Reviews in words, as pages and programs get them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from quintet.draw import chart
from quintet.engine.player_phrasing import moves_left, player_sentence
from quintet.engine.review import Judgement, Review, estimate_of_side
from quintet.engine.review_chart import review_chart
from quintet.engine.review_phrasing import GRADES, SYMBOLS
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import Sentence, counted, sentence
from quintet.narration import narrate, suggest
from quintet.outcome import overlooked_sentence
from quintet.server.play.views.steps import line_steps, move_step
from quintet.server.schemas.reviews import ReviewAnswer, ReviewedMove, ReviewedPlayer
from quintet.server.thinking.reviews import GameReview
from quintet.value import Value

MAX_MOVES = 100  # in one answer
MAX_STEPS = 12  # of a better line

CALL_MISSED = sentence("A call was missed.")


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a review: the names of the seats, their own seats, the language."""

    names: Sequence[str]
    own: Collection[int]
    can_err: Collection[int]  # the seats whose mistakes they can try again
    say: Translate


def review_answer(found: GameReview, after: int, reader: Reader) -> ReviewAnswer:
    """Return what a review has found, with some moves after those already known."""
    result, say = found.result(), reader.say
    judged = len(result.judgements)
    return {
        "done": found.is_done,
        "judged": judged,
        "total": len(found.moves),
        "moves": [_move(result, at, reader) for at in range(after, min(judged, after + MAX_MOVES))],
        "players": [_player(result, seat, name) for seat, name in enumerate(reader.names)],
        "overlooked": [
            say(overlooked_sentence(ply, places))
            for ply, places in (result.overlooked if found.is_done else ())
        ],
        "mistakes": [
            each.ply
            for each in result.judgements
            if each.is_mistake and each.seat in reader.can_err
        ],
        "chart": _chart(result, reader) if result.analyses else "",
    }


def value_in_moves(judgement: Judgement, value: Value) -> Sentence:
    """Return a value for the player who moved, its length in moves."""

    count = moves_left(judgement.position, value) or 0
    match value.kind:
        case "win":
            return counted("a win in {count} move", "a win in {count} moves", count=count)
        case "loss":
            return counted("a loss in {count} move", "a loss in {count} moves", count=count)
        case "draw":
            return sentence("a draw")
        case "tie":
            return sentence("a tie")
    return sentence("about {percent} %", percent=round(100 * value.estimate))


def comment_sentence(
    judgement: Judgement, names: Sequence[str], own: Collection[int] = ()
) -> Sentence:
    """Return what a review says of a move."""
    grade, position, better = GRADES[judgement.grade], judgement.position, judgement.better
    if better is None:
        value = player_sentence(position, judgement.value, judgement.certainty, own, names)
        return sentence("{grade}. {value}.", grade=grade, value=value)
    gaps = {
        "grade": grade,
        "better": value_in_moves(judgement, better.value),
        "played": value_in_moves(judgement, judgement.value),
        "move": suggest(position, better.move, names),
    }
    if judgement.exact:
        return sentence(
            "{grade}. Before: {better}. After: {played} (solved). Better: {move}.", **gaps
        )
    return sentence(
        "{grade}. Before: {better}. After: {played} (estimate). Better: {move}.", **gaps
    )


def _move(result: Review, at: int, reader: Reader) -> ReviewedMove:
    judgement, say = result.judgements[at], reader.say
    position, better = judgement.position, judgement.better
    said = say(narrate(position, judgement.move, reader.names))
    comments = [comment_sentence(judgement, reader.names, reader.own)]
    if judgement.missed_call:
        comments.append(CALL_MISSED)
    line = () if better is None else better.line[:MAX_STEPS]
    return {
        **move_step(position, judgement.move, said),
        "ply": judgement.ply,
        "grade": judgement.grade,
        "label": say(GRADES[judgement.grade]),
        "symbol": SYMBOLS[judgement.verdict] if judgement.verdict else "",
        "exact": judgement.exact,
        "comment": " ".join(map(say, comments)),
        "missed_call": judgement.missed_call,
        "chance": estimate_of_side(result.analyses[at + 1], position.variant.sides[0]),
        "better": line_steps(position, line, reader.names, say),
    }


def _player(result: Review, seat: int, name: str) -> ReviewedPlayer:
    own = result.of_seat(seat)
    return {
        "seat": seat,
        "name": name,
        "accuracy": result.accuracy(seat) if own else None,
        "grades": {grade: sum(each.grade == grade for each in own) for grade in GRADES},
    }


def _chart(result: Review, reader: Reader) -> str:
    title = reader.say(sentence("The evaluation over the game"))
    drawn = review_chart(result, title, reader.say, reader.names)
    return chart.svg(drawn, style=False, narrow=True, say=reader.say)
