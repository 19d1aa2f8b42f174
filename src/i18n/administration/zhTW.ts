import { applications } from './applications/zhTW'
import { departments } from './departments/zhTW'
import { imports } from './import/zhTW'
import { overview } from './overview/zhTW'
import { person } from './person/zhTW'
import { phrases as first } from './first/zhTW'
import { policies } from './policies/zhTW'
import { sharing } from './sharing/zhTW'
import { directories } from './directories/zhTW'
import { signOn } from './signOn/zhTW'
import { weCom } from './weCom/zhTW'
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
