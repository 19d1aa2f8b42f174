/** What a visitor took before they signed in counts for the user as well, and for no other. */
export const continuedUses = `
alter table share_uses add column is_continued boolean not null default false;
`
