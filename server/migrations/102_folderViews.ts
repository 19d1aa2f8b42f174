/**
 * The choice between rows and a grid of pictures, per user and folder (AH-39), beside the remembered order of that folder. Null: the server decides from
 * the folder's files (decisions 249).
 */
export const folderViews = `
alter table list_orders add column view text check (view in ('list', 'photos'));
`
