/** Nobody asked for the hash of a body, and to make it cost a fifth of an upload's speed. */
export const bodiesWithoutHash = `
alter table bodies drop column sha256;
`
