/** The settings of directories that speak LDAP, such as OpenLDAP and Active Directory. */
export const ldapDirectories = `
create table ldap_directories (
  directory_id bigint primary key references directories on delete cascade,
  -- ldap:// or ldaps://, host and port
  url text not null,
  starts_tls boolean not null,
  -- PEM; '' = the authorities that the system trusts.
  ca_certificate text not null default '',
  -- The account that searches; '' = nobody signs in before searching.
  bind_dn text not null default '',
  -- Encrypted with the sealing key.
  bind_password bytea,
  base_dn text not null,
  user_filter text not null,
  id_attribute text not null,
  login_attribute text not null,
  name_attribute text not null,
  -- '' = the directory owns no e-mail addresses.
  email_attribute text not null default '',
  departments_by text not null check (departments_by in ('none', 'ou', 'attribute')),
  -- For departments by ou: the entry whose units are departments; '' = base_dn.
  department_base text not null default '',
  -- For departments by attribute.
  department_attribute text not null default ''
);
`
