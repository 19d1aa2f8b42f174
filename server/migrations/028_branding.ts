/** How an enterprise shows itself (2§3), and where in WeChat it came from. */
export const branding = `
alter table enterprises
  add column wechat_type text check (wechat_type in ('wechat', 'wecom', 'wecom_education')),
  add column logo_key text,
  add column logo_dark_key text,
  add column share_link_page_title text not null default '';
`
