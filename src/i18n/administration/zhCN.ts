import { applications } from './applications/zhCN'
import { departments } from './departments/zhCN'
import { imports } from './import/zhCN'
import { overview } from './overview/zhCN'
import { person } from './person/zhCN'
import { phrases as first } from './first/zhCN'
import { policies } from './policies/zhCN'
import { sharing } from './sharing/zhCN'
import { directories } from './directories/zhCN'
import { signOn } from './signOn/zhCN'
import { weCom } from './weCom/zhCN'

export const phrases = {
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

export type AdminPhrases = typeof phrases
