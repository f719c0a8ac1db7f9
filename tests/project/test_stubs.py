"""The stub of the compiled core says what the module has: names, parameters, properties."""

import ast
import re
from pathlib import Path

import pytest

import quintet
from quintet import _core

STUB = ast.parse((Path(quintet.__file__).parent / "_core.pyi").read_text())
CLASSES = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef)}
FUNCTIONS = {node.name: node for node in STUB.body if isinstance(node, ast.FunctionDef)}
CONSTANTS = {
    node.target.id
    for node in STUB.body
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
}


def parameters(arguments: ast.arguments) -> list[str]:
    """Return the names of the parameters, those with a default marked, and where `*` stands."""
    positional = [*arguments.posonlyargs, *arguments.args]
    required = len(positional) - len(arguments.defaults)
    listed = [
        argument.arg + ("" if number < required else "=")
        for number, argument in enumerate(positional)
    ]
    if arguments.kwonlyargs:
        listed.append("*")
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        listed.append(argument.arg + ("" if default is None else "="))
    return listed


def compiled_parameters(function: object) -> list[str]:
    """Return the same of a compiled function, from the signature that nanobind keeps."""
    ((signature, *_),) = function.__nb_signature__  # type: ignore[attr-defined]
    # Defaults are numbered, and types of arrays are no Python.
    plain = re.sub(r"ndarray\[[^\]]*\]", "object", re.sub(r"= \\\d+", "= None", signature))
    node = ast.parse(f"{plain}: ...").body[0]
    assert isinstance(node, ast.FunctionDef)
    return parameters(node.args)


def members(name: str) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in CLASSES[name].body if isinstance(node, ast.FunctionDef)}


def test_names() -> None:
    there = {name for name in vars(_core) if not name.startswith("__")}
    assert there == {*CLASSES, *FUNCTIONS, *CONSTANTS}


@pytest.mark.parametrize("name", sorted(CONSTANTS))
def test_constants(name: str) -> None:
    assert type(getattr(_core, name)) is int


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_functions(name: str) -> None:
    assert compiled_parameters(getattr(_core, name)) == parameters(FUNCTIONS[name].args)


@pytest.mark.parametrize("name", sorted(CLASSES))
def test_classes(name: str) -> None:
    compiled, stub = vars(getattr(_core, name)), members(name)
    bases = [base.__name__ for base in getattr(_core, name).__bases__ if base is not object]
    assert bases == [ast.unparse(base) for base in CLASSES[name].bases]
    public = {member for member in compiled if not member.startswith("__")}
    assert public == {member for member in stub if member != "__init__"}
    for member, node in stub.items():
        is_property = any(ast.unparse(each) == "property" for each in node.decorator_list)
        assert isinstance(compiled[member], property) == is_property, member
        if not is_property:
            assert compiled_parameters(compiled[member]) == parameters(node.args), member
