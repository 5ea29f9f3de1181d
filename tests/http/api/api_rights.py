"""Who may do what: the principals of the API's tests, and the status that is right for each operation by each of them."""

# The principals: for each kind of token its role, and whether it is restricted to the prefix "example:".
PRINCIPALS = {
    "reader": ("reader", True),
    "unbounded reader": ("reader", False),
    "registrar": ("registrar", True),
    "unbounded registrar": ("registrar", False),
    "manager": ("manager", True),
    "bounded expert": ("expert", True),
    "expert": ("expert", False),
    "bounded administrator": ("administrator", True),
    "administrator": ("administrator", False),
}
# The service makes no such tokens; the status of the response.
NO_TOKENS = {("manager", False): 422}
ROLES = {name: role for name, (role, _) in PRINCIPALS.items()}
PLACES = ["example", "foreign"]

CREATES = {"addRegistrar", "assignName", "createToken", "createWebhook", "mintNames", "openRequest", "putDelegation",
           "putName", "requestTransfer", "reserveNames"}
# Operations on the request World.request, a draft: those who neither hold its secret nor review it do not see it.
ON_A_DRAFT = {"showDraft", "editRequestByForm", "showRequest", "commentOnRequest",
              "compareRequestVersions", "editRequest", "getRequest", "getRequestHistory",
              "getRequestTemplate", "getRequestVersion", "listRequestComments", "listRequestVersions", "submitRequest",
              "withdrawRequest"}
# Tokens, sessions, imports and lists of others are hidden.
HIDDEN = {"getToken", "getTokenHistory", "showToken", "revokeToken", "revokeTokenByForm", "endOwnSession", "endImport",
          "showList", "startList", "downloadListResult"}
# Operations on a whole, refused to tokens with prefixes of these roles: a registrar changes itself only by a token that acts for
# the whole of it, and a proof is of the whole history.
OF_THE_WHOLE = {**dict.fromkeys(["changeRegistrar", "changeRegistrarByForm"], {"registrar"}),
                "readProof": {"reader", "administrator"}}
# Forms that were carried out lead to a page.
BY_FORM = ["commentByForm", "handleCommentByForm", "decideRequestByForm", "openRequestByForm",
           "activateByForm", "assignByForm", "changeByForm", "decideTransferByForm", "endDelegationByForm", "managePage",
           "addRegistrarByForm", "changeRegistrarByForm", "endRegistrarByForm",
           "putDelegationByForm", "putNamespaceByForm", "reinstateByForm", "requestTransferByForm", "startList", "uploadList", "withdrawByForm",
           "endSessionByForm", "revokeTokenByForm", "signIn", "signOut", "decideLinkHostByForm", "endImportByForm",
           "startVerificationByForm", "endVerificationByForm", "testWebhookByForm", "endWebhookByForm"]
# Operations that cannot succeed in this service, and the tests in which they do.
SUCCEED_ELSEWHERE = {
    **dict.fromkeys(["beginOpenidSignIn", "finishOpenidSignIn", "readmitUser", "readmitUserByForm"],
                    "they need a provider: tests/http/openid/flow_test.cpp, tests/web/openid.test.mjs"),
    "checkLinkHost": "it needs the link checker: tests/http/administration/operation_test.cpp",
}
# The status where the permissions are sufficient, if it is neither 200 nor, for CREATES, 201.
PERMITTED = {
    "commentOnRequest": 409,  # a draft is not under review
    "compareRequestVersions": 404,  # a draft has no version yet
    "getRequestVersion": 404,
    "resolve": 302,
    "chooseLanguage": 303,
    "checkLinkHost": 409,  # the link checker is off
    "startVerification": 202,
    **dict.fromkeys(["beginOpenidSignIn", "finishOpenidSignIn"], 404),  # not configured
    **dict.fromkeys(["readmitUser", "readmitUserByForm"], 404),  # only users of OpenID Connect are readmitted
    "startOfDocs": 308,
    "submitRequest": 422,  # the template is not complete
    **dict.fromkeys(BY_FORM, 303),
    ("endRegistrar", "foreign"): 409,  # it has delegations
    ("endRegistrarByForm", "foreign"): 409,
    ("withdrawRequest", "foreign"): 404,  # it was withdrawn as a draft, which leaves nothing
}


# Operations that write and need no authority over an object: what they make belongs to whoever makes it.
OPENS = {"addRegistrar", "addRegistrarByForm", "openRequestByForm", "commentByForm"}


def without_scope(operations):
    """The operations whose row gives a role more than its scope."""
    wrong = []
    for name, (_, method, operation) in sorted(operations.items()):
        roles, scope = operation["x-roles"], operation["x-scope"]
        if roles == ["administrator"] and scope not in ("instance", "prefix"):
            wrong.append(f"{name} is for administrators, restricted ones included: {scope}")
        if roles and method != "GET" and scope == "none" and name not in OPENS:
            wrong.append(f"{name} writes, and its scope is none")
    return wrong


def missing_principals(document):
    """The roles of the document for which PRINCIPALS and NO_TOKENS lack a row, and rows of none: (role, restricted)."""
    roles = document["components"]["schemas"]["role"]["enum"]
    product = {(role, restricted) for role in roles for restricted in (True, False)}
    return [f"{'a restricted' if restricted else 'an unrestricted'} {role} has no row, or more than one, or is no role"
            for role, restricted in sorted(product ^ (set(PRINCIPALS.values()) ^ set(NO_TOKENS)))]


def is_everywhere(role):
    """Whether a principal reaches all prefixes: an expert or administrator without prefixes."""
    name, restricted = PRINCIPALS.get(role, ("", True))
    return name in ("expert", "administrator") and not restricted


def reaches(role, place):
    """Whether a principal reaches the prefixes of a place: by its own, or those of its registrar; without, a reader reaches none."""
    return is_everywhere(role) or place == "example" and role != "unbounded reader"


def of_a_request(name, operation, role):
    """The status that is right for what concerns a request of registration; None: it follows from the scope alone.

    Its NID is not under "example:", so that restricted tokens of reviewers do not reach it."""
    reviews = is_everywhere(role)
    if name in ON_A_DRAFT | {"getReceivedSubmission"} and not reviews:
        return 404  # it is hidden
    if name in ("decideRequestByForm", "handleCommentByForm"):
        return 303 if reviews else 403
    if name == "reopenRequest" and reviews:  # of the community track; on the fast track the submitter may
        return 200
    if operation["x-scope"] == "own" and not operation["x-roles"] and role != "administrator":
        return 401 if role == "nobody" else 403  # a request belongs to whoever holds its secret, here the administrator
    if operation["tags"] == ["registration"] and operation["x-roles"] and operation["x-scope"] == "prefix" and not reviews:
        return 403
    return None


def expected(name, operation, role, place, asks_for_place, opened):
    """The status that is right; `opened`: the setting of x-opened-by is true."""
    roles, scope = operation["x-roles"], operation["x-scope"]
    if role in ("expired", "revoked", "wrong"):
        return 200 if name == "isAlive" else 401  # it is answered before the token is read
    if opened:
        return 200
    if roles and role == "nobody":
        return 401
    if roles and ROLES[role] not in roles:
        return 403
    if scope == "instance" and not is_everywhere(role):
        return 403
    status = of_a_request(name, operation, role)
    if status:
        return status
    asks_for_place = asks_for_place and name not in ON_A_DRAFT  # it is the same draft everywhere
    if asks_for_place and scope == "prefix" and not reaches(role, place):
        return 403
    if PRINCIPALS.get(role, ("", False)) in {(one, True) for one in OF_THE_WHOLE.get(name, ())}:
        return 403
    if asks_for_place and scope == "own" and place == "foreign" and role != "administrator":
        return 404 if name in HIDDEN else 403
    return PERMITTED.get((name, place), PERMITTED.get(name, 201 if name in CREATES else 200))
