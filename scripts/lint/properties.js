/** Every property of a schema says in words what it is, itself or through the schema that it refers to. */
export function propertyDescription() {
  return {
    SchemaProperties(properties, { report, location, resolve }) {
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
