/** Uploads whose size is unknown until their bytes come: the open platform announces a file by its name alone (decisions 30). */
export const uploadsOfUnknownSize = `
alter table uploads add column is_size_unknown boolean not null default false;
`
