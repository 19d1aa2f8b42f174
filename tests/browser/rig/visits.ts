import type { Page } from 'playwright-core'
import { password } from '../../support/client'
import { freeEnterprise } from '../../support/shares/linkWorld'
import { client } from '../../support/client'
import type { Drive } from './drive'
import { shown, t } from './screen'

/** A user, with their client, of an enterprise whose links require nothing. */
export async function sharer(drive: Drive, enterprise?: Awaited<ReturnType<typeof freeEnterprise>>) {
  const company = enterprise ?? (await freeEnterprise(drive))
  const user = await drive.make.user({ enterprise: company })
  return { enterprise: company, user, me: await client(drive.server).as(user.login) }
}

export const button = (page: Page, name: string) => shown(page).getByRole('button', { name, exact: true })

/** Signs in on the sign-in page. */
export async function signIn(page: Page, login: string): Promise<void> {
  await shown(page).getByLabel(t('login.account')).fill(login)
  await shown(page).getByLabel(t('login.password'), { exact: true }).fill(password)
  await shown(page)
    .getByRole('button', { name: t('login.submit'), exact: true })
    .tap()
}
