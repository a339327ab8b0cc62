/** The name of the checkbox of a type. Each has its own, because a form can have a name once. */
export const typeField = (type: string): string => `type_${type}`;
