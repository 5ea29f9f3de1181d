#!/usr/bin/env python3
"""Checks the messages of commits: scripts/check_commits.py [RANGE]

Refuses a commit whose subject has more than 72 characters or is not a sentence in the imperative, or that has no text
(CONTRIBUTING.md, "Make a change"). Merge commits are exempt. Without RANGE, reads all commits after FIRST_CHECKED: what
is older was written before the check and cannot be changed. A subject is imperative when its first word is in VERBS.
"""

import re
import subprocess
import sys
from pathlib import Path

FIRST_CHECKED = "5776a3e8fc72794e95d2711ddfefe21e2fee1f7d"
LONGEST = 72

VERBS = set("""
Abandon Accept Add Adjust Adopt Align Allow Annotate Announce Answer Apply Arrange Ask Assert Assign Attach Attack Audit
Avoid Await Base Begin Bind Block Bound Brace Branch Bring Broaden Build Bump Bundle Cache Call Cap Capture Carry Catch Center Challenge Change Charge Check
Choose Cite Claim Clamp Clarify Classify Clean Clear Clone Close Collapse Collect Combine Commit Compare Compile Complete
Compute Condense Configure Confirm Connect Consolidate Constrain Contain Continue Convert Copy Correct Count Cover Create
Credit Cut Date Debounce Decide Declare Decode Decouple Deduplicate Default Defer Define Delegate Delete Deliver Demand Demote
Deny Deprecate Derive Describe Design Detach Detect Determine Diagnose Direct Disable Disallow Discard Disconnect
Distinguish Divide Document Download Draw Drop Dump Duplicate Ease Edit Elide Embed Emit Enable Encapsulate Encode End
Enforce Enlarge Ensure Enter Enumerate Equip Escape Establish Estimate Evaluate Exclude Execute Exempt Exercise Exit Expand
Expect Expire Explain Export Expose Express Extend Extract Fail Favour Favor Fetch Fill Filter Find Finish Fix Flatten
Flush Fold Follow Forbid Force Forget Format Forward Freeze Fuse Fuzz Gather Generalize Generate Get Give Grant Group Grow
Guard Guide Handle Harden Hash Hide Highlight Hoist Hold Honour Honor Identify Ignore Implement Import Improve Include
Increase Index Indicate Infer Inform Inherit Initialize Inline Insert Insist Inspect Install Instrument Interpret Introduce
Invalidate Invert Invoke Isolate Join Judge Justify Keep Know Label Lay Layer Lead Leave Let Lift Limit Link Lint List Load Localize
Lock Log Look Loosen Lower Make Map Mark Match Measure Mend Merge Migrate Mint Mirror Model Move Name Narrow Negotiate
Normalize Note Number Obey Observe Obtain Offer Omit Open Optimize Order Organize Outline Override Own Pack Package Page Parse
Partition Pass Permit Persist Pick Pin Place Plan Point Poll Populate Port Postpone Precompile Precompute Predict Prefer
Prefix Prepare Present Preserve Prevent Print Probe Produce Profile Prohibit Promise Promote Propagate Propose Protect
Prove Provide Publish Pull Purge Push Put Qualify Query Queue Quote Raise Rank Rate Reach Read Rebuild Recognize Recommend
Reconcile Record Recover Redirect Reduce Refer Refine Reformat Refresh Refuse Regenerate Register Regroup Reject Relate
Relativize Relax Release Rely Remove Rename Render Reorder Repair Repeat Rephrase Replace Replay Report Represent Request
Require Reread Rerun Reserve Reset Reshape Resolve Respect Respond Restart Restore Restrict Restructure Resume Retain
Retire Retry Return Reuse Revert Review Revise Revoke Reword Rewrite Roll Rotate Round Route Run Sample Sanitize Save Say
Scale Scan Schedule Scope Score Search Seed Select Send Separate Serialize Serve Set Settle Shape Share Shorten Show Shrink
Shut Sign Silence Simplify Simulate Size Skip Snapshot Solve Sort Specialize Specify Speed Spell Split Spread Stamp Start
State Stop Store Stream Strengthen Strip Structure Study Submit Substitute Subtract Suggest Summarize Supply Support
Suppress Suspend Swap Switch Synchronize Tabulate Tag Take Teach Tell Terminate Test Throttle Throw Tidy Tie Tighten Time
Toggle Tolerate Trace Track Trade Train Transfer Transform Translate Treat Trigger Trim Truncate Trust Try Tune Turn Type
Unblock Undo Unfold Unify Unite Unlock Unpack Unroll Unwrap Update Upgrade Upload Use Validate Vary Verify View Visit Wait
Walk Warm Warn Watch Weaken Weigh Widen Withdraw Withhold Word Work Wrap Write Yield
""".split())


def faults(message):
    """The faults of a commit's message: a list of sentences.

    >>> faults("Refuse a second delegation loop\\n\\nTwo loops in one store made the checker wait for ever.")
    []
    >>> faults("Tests show it")
    ['its subject does not begin with a verb in the imperative: Tests', 'it has no text that says why']
    >>> faults("Fix it.\\n\\nIt was broken.")
    ['its subject ends with a full stop']
    >>> faults("Fix " + "x" * 69 + "\\n\\nIt was broken.")
    ['its subject has 73 characters; 72 are allowed']
    >>> faults("Fix it\\nat once\\n\\nIt was broken.")
    ['the second line is not empty']
    >>> faults("Fix it\\n\\nSigned-off-by: A")
    ['it has no text that says why']
    """
    lines = message.rstrip("\n").split("\n")
    subject = lines[0]
    found = []
    if len(subject) > LONGEST:
        found.append(f"its subject has {len(subject)} characters; {LONGEST} are allowed")
    first = re.match(r"[^\s:,;]*", subject).group()
    if first not in VERBS or subject[len(first):len(first) + 1] != " ":
        found.append(f"its subject does not begin with a verb in the imperative: {first}")
    if subject.endswith("."):
        found.append("its subject ends with a full stop")
    if len(lines) > 1 and lines[1]:
        found.append("the second line is not empty")
    if not any(line.strip() and not re.match(r"[A-Z][A-Za-z-]+: ", line) for line in lines[2:]):
        found.append("it has no text that says why")
    return found


def git(*arguments):
    done = subprocess.run(["git", *arguments], cwd=Path(__file__).resolve().parent.parent, stdout=subprocess.PIPE, text=True,
                          check=False)
    if done.returncode:
        sys.exit(f"check_commits: git {' '.join(arguments)} ended with {done.returncode}")
    return done.stdout


def main():
    if len(sys.argv) > 2 or sys.argv[1:2] in (["-h"], ["--help"]):
        sys.exit(__doc__)
    commits = sys.argv[1] if len(sys.argv) == 2 else f"{FIRST_CHECKED}..HEAD"
    if len(sys.argv) < 2 and git("rev-parse", "--is-shallow-repository").strip() == "true":
        sys.exit("check_commits: this clone is shallow, so its new commits are not known: git fetch --unshallow")
    refused = read = 0
    for entry in git("log", "--no-merges", "--format=%h%x00%B%x01", commits).split("\x01\n"):
        if not entry:
            continue
        commit, message = entry.split("\0", 1)
        read += 1
        for fault in faults(message):
            refused += 1
            print(f"check_commits: {commit} \"{message.splitlines()[0]}\": {fault}", file=sys.stderr)
    if refused:
        sys.exit("check_commits: the verbs are listed in scripts/check_commits.py; a missing one is added there")
    print(f"check_commits: {read} commits")


if __name__ == "__main__":
    main()
