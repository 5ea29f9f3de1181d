#!/usr/bin/env bash
# scripts/check_pitfalls.sh -p BUILD FILE... | FILE... -- OPTION...  finds what compilers accept and mean otherwise.
#
# Loops over a part of a temporary:
#
#     for (const auto &m : made().items())        made() returns an object, and items() a reference or view into it
#
# In C++20 the object ends before the loop begins. C++23 keeps it (P2718), which Clang 19 does and GCC does from 15 on, so
# with GCC 12 to 14 the loop reads what is freed, and no compiler of ours says so. Loops over the object itself or over a
# data member of it are fine.
#
# Calls of a function of the standard library by its name alone:
#
#     quoted(text)                                std::quoted, if a header declares it and an argument is a std::string
#
# Argument-dependent lookup finds it, so what is called depends on the headers that a version of the library includes. swap
# is called so by design.
#
# Calls of std::stable_sort and std::ranges::stable_sort:
#
#     std::ranges::stable_sort(list)              libstdc++ 12 implements it with what Clang refuses as deprecated
#
# GCC compiles it, so that it would be found only by the build with Clang. Sort with the position as the last key.
#
# Exit status: 1 after a finding, 2 when a file cannot be read. FILEs are compiled as BUILD's compile_commands.json says, or
# with OPTIONs.
set -euo pipefail

# The range in Clang's syntax tree: CXXBindTemporaryExpr is a temporary with a destructor, that is, one that owns
# something. Where it is the range itself, a data member of the range or an element of a list in braces, it lasts as
# long as the loop.
findings=$(clang-query-19 --extra-arg=-Wno-everything -f <(cat <<'END'
set output diag
set traversal AsIs
set bind-root false
let made cxxBindTemporaryExpr()
let owner expr(anyOf(made, implicitCastExpr(has(made)), conditionalOperator(has(made))))
let whole materializeTemporaryExpr(has(owner))
let member memberExpr(unless(isArrow()), has(expr(anyOf(whole, memberExpr(unless(isArrow()), has(whole))))))
let list expr(anyOf(cxxStdInitializerListExpr(), materializeTemporaryExpr(has(cxxStdInitializerListExpr()))))
let kept expr(anyOf(whole, member, list))
let range expr(unless(kept), unless(exprWithCleanups(has(kept))), hasDescendant(cxxBindTemporaryExpr()))
let ours anyOf(isExpansionInMainFile(), isExpansionInFileMatching("/(include/uniform|src|apps)/"))
match cxxForRangeStmt(ours, hasRangeInit(range)).bind("loop")
let standard functionDecl(unless(hasName("swap")), hasAncestor(namespaceDecl(hasName("::std"))))
let unqualified declRefExpr(to(standard), unless(has(nestedNameSpecifierLoc())))
match callExpr(ours, unless(cxxOperatorCallExpr()), unless(userDefinedLiteral()), callee(expr(ignoringImpCasts(unqualified)))).bind("call")
let sorts hasAnyName("::std::stable_sort", "::std::ranges::stable_sort", "::std::ranges::__stable_sort_fn::operator()")
match callExpr(ours, callee(functionDecl(sorts))).bind("sort")
END
) "$@" 2>&1) || {
  echo "$findings" >&2
  exit 2
}
if grep -E '(^|: )(fatal )?error: ' <<<"$findings" >&2; then exit 2; fi
found=$(grep -E -A 2 ': note: "(loop|call|sort)" binds here$' <<<"$findings") || exit 0
awk 'BEGIN {
  message["loop"] = "the loop reads a part of a temporary that is gone: name the temporary"
  message["call"] = "the standard library has a function of this name, which the argument finds: write std:: or rename ours"
  message["sort"] = "Clang refuses std::stable_sort of libstdc++ 12: sort with the position as the last key"
}
{
  if (match($0, / note: "[a-z]+" binds here$/)) {
    split(substr($0, RSTART), part, "\"")
    print substr($0, 1, RSTART - 1), "error: " message[part[2]]
    next
  }
  print
}' <<<"$found" >&2
exit 1
