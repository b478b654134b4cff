/** Inlines all references of an OpenAPI document except references to schemas. */
export function inlinedDocument(document: any): any {
  const inline = (value: object): any =>
    JSON.parse(JSON.stringify(value), (_, member) => {
      const [, kind, name] = component.exec(member?.$ref) ?? [];
      return kind ? inline(document.components[kind][name!]) : member;
    });
  const { schemas, securitySchemes } = document.components;
  return inline({ ...document, components: { schemas, securitySchemes } });
}

const component = /^#\/components\/(headers|examples|parameters|responses)\/(.+)$/;
