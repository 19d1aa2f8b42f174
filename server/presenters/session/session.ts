import Bowser from 'bowser'
import type { SignedInDevice } from '@/contract/session/account'
import { secondsOf } from '../../time/clock'
import type { SessionRow } from '../../queries/session/sessions'

/** A session of the user, described by its User-Agent. */
export function presentSession(row: SessionRow, currentId: number): SignedInDevice {
  const { browser, os, platform } = Bowser.parse(row.user_agent || ' ')
  return {
    id: row.id,
    kind: row.kind === 'token' ? 'app' : 'browser',
    system: (os.name === 'iOS' && platform.model) || os.name || '',
    // WeCom's User-Agent contains WeChat's.
    browser: /\bwxwork\//i.test(row.user_agent) ? 'WeCom' : (browser.name ?? ''),
    address: row.address,
    begun: secondsOf(row.created_at),
    last_used: secondsOf(row.last_used_at),
    is_current: row.id === currentId,
  }
}
