const secondsIn = { second: 1, minute: 60, hour: 3600, day: 86_400 };
const duration = /\b(\d+)[ -](second|minute|hour|day)s?\b/g;

/** A time in seconds, as client and suite keep to it, is one that the words beside it name, if they name any. */
export function durationAsSaid() {
  const visit = (node, { report, location }) => {
    if (typeof node !== "object" || node === null || typeof node.description !== "string") return;
    const named = [...node.description.matchAll(duration)];
    for (const [extension, value] of Object.entries(node)) {
      // What has not even the form of a time is told elsewhere.
      if (!/^x-.*-seconds$/.test(extension) || !(value >= 1) || named.length === 0) continue;
      if (named.some(([, count, unit]) => Number(count) * secondsIn[unit] === value)) continue;
      const message = `${extension} is ${value}, and the description says ${named.map(([text]) => text).join(", ")}. Let them say the same.`;
      report({ message, location: location.child([extension]) });
    }
  };
  return { any: visit };
}
