import { administrationApplicationCalls } from './applications'
import { administrationDepartmentCalls, administrationGroupCalls } from './departments'
import { administrationDirectoryCalls } from './directories'
import { administrationImportCalls } from './import'
import { administrationLdapCalls } from './ldap'
import { administrationPeopleCalls } from './people'
import { administrationPolicyCalls } from './policies'
import { administrationSignOnCalls } from './signOn'
import { administrationWeComCalls } from './weCom'
import { arrivalCalls } from './arrival'

/** The calls of the console, and those before the first sign-in. */
export const administrationCalls = {
  ...administrationPeopleCalls,
  ...administrationImportCalls,
  ...administrationDepartmentCalls,
  ...administrationGroupCalls,
  ...administrationPolicyCalls,
  ...administrationApplicationCalls,
  ...administrationSignOnCalls,
  ...administrationDirectoryCalls,
  ...administrationLdapCalls,
  ...administrationWeComCalls,
  ...arrivalCalls,
}
