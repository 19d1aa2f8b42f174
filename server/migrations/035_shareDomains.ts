/** Enterprises whose links are opened at another installation. */
export const shareDomains = `
alter table enterprises add column share_domain text;
`
