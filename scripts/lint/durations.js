const secondsIn = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
const duration = /(?<![\d.,])(\d+(?:\.\d+)?)[ -]?(seconds?|sec|s|minutes?|min|hours?|h|days?|weeks?)\b/g;

/** A time in seconds, as client and suite keep to it, is the one that the words beside it name, if they name one alone. */
export function durationAsSaid() {
  const visit = (node, { report, location }) => {
    if (typeof node !== "object" || node === null || typeof node.description !== "string") return;
    const named = [...node.description.matchAll(duration)];
    for (const [extension, value] of Object.entries(node)) {
      // What has not even the form of a time is told elsewhere.
      if (!/^x-.*-seconds$/.test(extension) || !(value >= 1) || named.length !== 1) continue;
      const [[text, count, unit]] = named;
      if (Number(count) * secondsIn[unit[0]] === value) continue;
      const message = `${extension} is ${value}, and the description says ${text}. Let them say the same.`;
      report({ message, location: location.child([extension]) });
    }
  };
  return { any: visit };
}
