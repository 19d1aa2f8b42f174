import { applications } from './applications/en'
import { departments } from './departments/en'
import { imports } from './import/en'
import { overview } from './overview/en'
import { person } from './person/en'
import { phrases as first } from './first/en'
import { policies } from './policies/en'
import { sharing } from './sharing/en'
import { directories } from './directories/en'
import { signOn } from './signOn/en'
import { weCom } from './weCom/en'
import type { AdminPhrases } from './zhCN'

export const phrases: AdminPhrases = {
  admin: {
    ...first.admin,
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
