import type { Dependencies } from '../../../dependencies'
import { hashOf } from '../../../crypto/secretHash'
import { inTransaction } from '../../../database/transaction'
import { decryptFromWeCom, isSignedByWeCom, type CallbackProof } from '../../../messengers/weComEnvelope'
import { readWeComXml } from '../../../messengers/weComXml'
import { findWeCom, rememberEvent, rememberRename, type WeComRow } from '../../../queries/directories/weCom'
import { directoryById } from '../../../queries/directories/facts'
import { queueRun } from '../runs'
import { callbackOf } from '../../session/weComAccess'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'log' | 'encrypter' | 'jobs'>

/** A sync that callbacks of WeCom asked for. */
export const FOLLOW_WECOM = 'follow_wecom'
export interface FollowPayload {
  directoryId: number
}

/** ms between a change in WeCom and the sync. Callbacks within this time make one sync. */
export const EVENT_DELAY = 20_000
/** ms that the clocks of WeCom and the server may differ; older callbacks are refused */
const FRESH = 600_000

/** A text of WeCom that only somebody with the secrets of the callback could have made. */
interface Opened {
  row: WeComRow
  text: string
}

/**
 * Answers WeCom's test of a callback's address.
 * @returns the text that WeCom expects; null, whatever is wrong
 */
export async function answerEcho(
  ports: Ports,
  enterpriseId: number,
  proof: CallbackProof,
  echo: string,
): Promise<string | null> {
  return (await open(ports, enterpriseId, proof, echo))?.text ?? null
}

/**
 * Accepts a callback: remembers it, and queues one sync for all callbacks of the same time.
 * @param body the XML that WeCom sends
 * @returns false, whatever is wrong
 */
export async function acceptEvent(
  ports: Ports,
  enterpriseId: number,
  proof: CallbackProof,
  body: string,
): Promise<boolean> {
  const envelope = readWeComXml(body)
  const opened = envelope && (await open(ports, enterpriseId, proof, envelope.get('Encrypt') ?? ''))
  if (!opened) return false
  const { row, text } = opened
  const message = readWeComXml(text)
  if (message?.get('ToUserName') !== row.corp_id) return false
  if (message.get('MsgType') === 'event' && message.get('Event') === 'change_contact')
    await follow(ports, row, proof, message)
  return true
}

async function open(
  ports: Ports,
  enterpriseId: number,
  proof: CallbackProof,
  encrypted: string,
): Promise<Opened | null> {
  const row = await findWeCom(ports.db, enterpriseId)
  const secrets = row?.is_on ? callbackOf(ports, row) : null
  if (!row || !secrets || !isSignedByWeCom(secrets, proof, encrypted)) return null
  const age = ports.clock().getTime() - Number(proof.timestamp) * 1000
  if (!/^\d{1,12}$/.test(proof.timestamp) || Math.abs(age) > FRESH) return null
  const text = decryptFromWeCom(secrets, encrypted)
  return text === null ? null : { row, text }
}

async function follow(
  { db, clock, jobs }: Ports,
  row: WeComRow,
  proof: CallbackProof,
  message: ReadonlyMap<string, string>,
): Promise<void> {
  const at = clock()
  await inTransaction(db, async (transaction) => {
    const event = { directory_id: row.id, key: hashOf(proof.msg_signature.toLowerCase()), at }
    if (!(await rememberEvent(transaction, event, new Date(at.getTime() - 2 * FRESH)))) return
    const [before, after] = [userIdIn(message, 'UserID'), userIdIn(message, 'NewUserID')]
    if (message.get('ChangeType') === 'update_user' && before !== '' && after !== '' && before !== after)
      await rememberRename(transaction, { directory_id: row.id, before, after, at })
    await addFollow({ db: transaction, jobs }, row.id, at)
  })
}

/** Adds one job per span of time: a job that runs already may have read WeCom before the change. */
function addFollow({ db, jobs }: Pick<Ports, 'db' | 'jobs'>, directoryId: number, now: Date): Promise<void> {
  const span = Math.floor(now.getTime() / EVENT_DELAY) + 1
  const options = { dedupeKey: `${directoryId} ${span}`, runAt: new Date(span * EVENT_DELAY) }
  return jobs.add(FOLLOW_WECOM, { directoryId } satisfies FollowPayload, options, db)
}

/** Queues the sync that callbacks asked for. A run that goes on may have read WeCom before the change, so another one follows. */
export async function followChanges(
  ports: Pick<Dependencies, 'db' | 'clock' | 'log' | 'jobs' | 'openDirectory'>,
  { directoryId }: FollowPayload,
): Promise<void> {
  const directory = await directoryById(ports.db, directoryId)
  if (!directory?.is_on) return
  if (!(await queueRun(ports, directoryId))) await addFollow(ports, directoryId, ports.clock())
}

function userIdIn(message: ReadonlyMap<string, string>, name: string): string {
  const text = (message.get(name) ?? '').trim()
  return /^[a-z0-9][\w\-@.]{0,63}$/i.test(text) ? text.toLowerCase() : ''
}
