"""The ranking once more, simple and slow, sharing nothing with the rules: a check on them."""


def beats(mine: list[str], theirs: list[str]) -> bool:
    """Take the largest colour away from both heaps until one heap's was larger."""
    mine, theirs = list(mine), list(theirs)
    while mine or theirs:
        best_of_mine = max(mine, key=mine.count) if mine else ""
        best_of_theirs = max(theirs, key=theirs.count) if theirs else ""
        if mine.count(best_of_mine) != theirs.count(best_of_theirs):
            return mine.count(best_of_mine) > theirs.count(best_of_theirs)
        mine = [gem for gem in mine if gem != best_of_mine]
        theirs = [gem for gem in theirs if gem != best_of_theirs]
    return False


def places(heaps: list[list[str]]) -> list[list[int]]:
    """Return the players' numbers, from 1, place by place: in each all whom nobody left beats."""
    left = list(range(1, len(heaps) + 1))
    found = []
    while left:
        place = [n for n in left if not any(beats(heaps[m - 1], heaps[n - 1]) for m in left)]
        found.append(place)
        left = [n for n in left if n not in place]
    return found
