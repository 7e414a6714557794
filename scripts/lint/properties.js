/** Places within a condition, where a property stands again: what it is, is said where it is described. */
const inCondition = /(?<!\/properties)\/(?:if|then|else|not|contains)\//;

/** Every property of a schema says in words what it is, itself or through the schema that it refers to. */
export function propertyDescription() {
  return {
    SchemaProperties(properties, { report, location, resolve }) {
      if (inCondition.test(location.pointer)) return;
      for (const [name, property] of Object.entries(properties)) {
        if (property.description || resolve(property).node?.description) continue;
        report({
          message: `The property ${name} has no description. Add one that says what it is.`,
          location: location.child([name]).key(),
        });
      }
    },
  };
}
