import type { SignedInDevice } from '@/contract/session/account'
import type { Words } from '@/i18n/words'

/** A device's program and system, in the user's language. */
export function deviceName({ kind, browser, system }: SignedInDevice, t: Words<'account'>): string {
  const parts = [kind === 'app' ? t('devices.app') : programName(browser, t), system].filter((part) => part !== '')
  return parts.length > 0 ? parts.join(' · ') : t('devices.unknown')
}

function programName(browser: string, t: Words<'account'>): string {
  if (browser === 'WeChat') return t('devices.wechat')
  if (browser === 'WeCom') return t('devices.wecom')
  return browser.replace(/^Microsoft /, '')
}
