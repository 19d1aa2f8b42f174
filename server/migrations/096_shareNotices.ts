/** The organisation's choice whether visitors see who shares what before they give a link's password (AH-57). */
export const shareNotices = `
alter table share_policies add column is_share_shown_before_password boolean not null default false;
`
