import type { PhraseKey } from '@/i18n/Phrase'
import { policySections } from '../policies/fields'

type Key = PhraseKey<'admin'>

const policyNames = Object.values(policySections).flatMap((fields) => fields.map(({ name }) => name))

/** The facts that the log stores beside events, in words. A fact without words here is not shown. */
export const factNames: Readonly<Record<string, Key>> = {
  ...Object.fromEntries(policyNames.map((name) => [name, `admin.policies.fields.${name}.label` as const])),
  ...wordsIn('admin.policies.appearance', {
    wording: 'wording',
    share_link_page_title: 'pageTitle',
    is_h5_show_user_guide: 'guide',
  }),
  ...wordsIn('admin.overview.audit.facts', {
    login: 'login',
    name: 'name',
    email: 'email',
    phone: 'phone',
    hides_phone: 'hides_phone',
    downloads_nothing: 'downloads_nothing',
    quota_bytes: 'quota_bytes',
    groups: 'groups',
    departments: 'departments',
    role: 'role',
    administrator_role: 'role',
    is_administrator: 'is_administrator',
    is_active: 'is_active',
    directory: 'directory',
    files_to: 'files_to',
    members_to: 'members_to',
    share_disabled_for: 'share_disabled_for',
    group: 'group',
    department: 'department',
    folder: 'folder',
    space_owner: 'folder',
    members: 'members',
    added: 'added',
    removed: 'removed',
    description: 'description',
    is_visible: 'is_visible',
    admin_id: 'admin_id',
    file: 'file',
    created: 'created',
    changed: 'changed',
    unchanged: 'unchanged',
    skipped: 'skipped',
    version: 'version',
    accepted: 'accepted',
    is_manager: 'is_manager',
    has_secret: 'has_secret',
    new_secret: 'new_secret',
    has_password: 'has_password',
    new_password: 'new_password',
    has_contacts_secret: 'has_contacts_secret',
    has_callback: 'has_callback',
  }),
  ...wordsIn('admin.person', {
    owner: 'handover.from',
    shares_to: 'handover.shares',
    items: 'items',
    links: 'links',
    collecting_links: 'collecting',
  }),
  ...wordsIn('admin.applications', {
    scopes: 'columns.scopes',
    users: 'columns.who',
    origins: 'facts.origins',
    redirect_uris: 'facts.addresses',
    grants: 'facts.grants',
    keys: 'keys.title',
    former_secret_ends_at: 'facts.former',
  }),
  ...wordsIn('admin.directories', {
    label: 'label',
    is_on: 'is_on',
    signs_in: 'signs_in',
    links_existing: 'links_existing',
    sync_hours: 'sync_hours',
    url: 'url',
    starts_tls: 'starts_tls',
    ca_certificate: 'ca_certificate',
    bind_dn: 'bind_dn',
    base_dn: 'base_dn',
    user_filter: 'user_filter',
    id_attribute: 'id_attribute',
    login_attribute: 'login_attribute',
    name_attribute: 'name_attribute',
    email_attribute: 'email_attribute',
    departments_by: 'departments_by',
    department_base: 'department_base',
    department_attribute: 'department_attribute',
  }),
  ...wordsIn('admin.weCom', { corp_id: 'corp_id', agent_id: 'agent_id', offers_sign_in: 'offers' }),
  ...wordsIn('admin.signOn', {
    issuer: 'issuer',
    client_id: 'client_id',
    email_domains: 'domains',
    link_by: 'link_by',
    link_claim: 'link_claim',
    creates_people: 'creates',
    group_claim: 'group_claim',
    group_rules: 'rules',
    signs_out: 'signsOut',
  }),
}

/** Numbers of things that other facts name. */
export const unnamedFacts: ReadonlySet<string> = new Set(['id', 'folder_id'])

type Below<Section extends string> = Key extends infer K ? (K extends `${Section}.${infer Rest}` ? Rest : never) : never

function wordsIn<Section extends string, Names extends Record<string, Below<Section>>>(
  section: Section,
  names: Names,
): Record<string, Key> {
  return Object.fromEntries(Object.entries(names).map(([fact, name]) => [fact, `${section}.${name}` as Key]))
}
