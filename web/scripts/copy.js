// Buttons that copy the text beside them. Without this script they are hidden, and the text can be selected.
async function copy(text, source) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Not in a secure context, or refused: as it was done before there was a clipboard interface
    const selection = getSelection();
    selection.selectAllChildren(source);
    const done = document.execCommand("copy");
    selection.removeAllRanges();
    return done;
  }
}

const said = document.getElementById("said");
for (const button of document.querySelectorAll("button.copy")) {
  const source = button.parentElement.querySelector("code, a");
  const label = button.firstChild; // its words; the hidden ones behind it say what is copied
  const words = label.data;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const done = await copy(source.textContent.trimEnd(), source);
    label.data = done ? button.dataset.copied : button.dataset.failed;
    said.textContent = label.data;
    setTimeout(() => {
      label.data = words;
    }, 2000);
  });
}
