/** A UUID within a text that has more, such as a list or a cursor; `z.uuid()` is for one that stands alone. */
export const uuidPattern = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
