// The workbench: mounted into <div id="workbench"> of its page, in the language of the page.
import "./workbench.css";
import { start } from "./app.js";
import { loadTexts } from "./texts.js";

const root = document.getElementById("workbench");
if (root) void loadTexts(document.documentElement.lang).then(() => start(root));
