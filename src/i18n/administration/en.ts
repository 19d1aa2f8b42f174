import { applications } from './applications/en'
import { departments } from './departments/en'
import { imports } from './import/en'
import { overview } from './overview/en'
import { people, person } from './people/en'
import { policies } from './policies/en'
import { sharing } from './sharing/en'
import { directories } from './directories/en'
import { signOn } from './signOn/en'
import { weCom } from './weCom/en'
import type { AdminPhrases } from './zhCN'

export const phrases: AdminPhrases = {
  admin: {
    title: 'Administration · {name}',
    navigation: 'Places of administration',
    menu: 'Open menu',
    back: 'Back to the drive',
    places: {
      overview: 'Overview',
      people: 'People',
      import: 'Import',
      departments: 'Departments',
      groups: 'Groups',
      policies: 'Policies',
      sharing: 'Sharing',
      applications: 'Applications',
      audit: 'Audit',
      appearance: 'Appearance',
    },
    roles: { owner: 'Owner', people: 'People administrator', auditor: 'Auditor', none: 'Member' },
    refused: { title: 'Only for administrators', text: 'Ask an owner of your organisation.' },
    forbidden: { title: 'Your role doesn’t include this place', text: 'Ask an owner.' },
    failed: { title: 'Couldn’t load', retry: 'Try again' },
    loading: 'Loading…',
    action: {
      cancel: 'Cancel',
      close: 'Close',
      save: 'Save',
      edit: 'Edit',
      add: 'Add',
      remove: 'Remove',
      delete: 'Delete',
      rename: 'Rename',
      export: 'Export',
      undo: 'Undo',
      copied: 'Copied',
      clear: 'Clear',
      clearFilters: 'Clear filters',
    },
    picker: {
      placeholder: 'Find by name or login',
      none: 'Nobody found',
      open: 'Show people',
      chosen: '{n} person chosen|{n} people chosen',
      remove: 'Remove {name}',
    },
    unlimited: 'Unlimited',
    gigabytes: 'GB',
    never: 'Never',
    nobody: 'None',
    people,
    person,
    import: imports,
    departments,
    overview,
    policies,
    sharing,
    applications,
    signOn,
    directories,
    weCom,
  },
}
