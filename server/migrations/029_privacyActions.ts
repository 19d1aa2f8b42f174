/** What WeChat refuses to everybody, for want of a declaration in its console, is logged too. */
export const privacyActions = `
alter table action_log
  drop constraint action_log_action_check,
  add constraint action_log_action_check check (action in ('upload_stat', 'preview_complete', 'privacy_undeclared'));
`
