/** When something last came of an upload: one that rests does not hold the room that it will take. */
export const uploadActivity = `
alter table uploads add column active_at timestamptz;
update uploads set active_at = created_at where state = 'partial';
`
