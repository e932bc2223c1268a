// A table, or a lesson or puzzle at one: the page is made when its texts are there.
import { here } from "./addresses.js";
import { formNow } from "./layout.js";
import { Live } from "./live.js";
import { TablePage } from "./page.js";
import { loadTexts } from "./texts.js";
import { whileStarting } from "./transport.js";

whileStarting(() => {});
await loadTexts();
const seat = new URLSearchParams(location.search).get("seat");
const lesson = here().lesson !== null ? await import("./lesson.js") : null;
const puzzle = here().puzzle !== null ? await import("./puzzle.js") : null;
new TablePage((page, say) =>
  lesson
    ? new lesson.Lesson(page, say)
    : puzzle
      ? new puzzle.Puzzle(page, say)
      : new Live(page.id, seat === null ? null : Number(seat), say, () => page.turning.side, formNow),
);
