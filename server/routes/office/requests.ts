import type { FastifyRequest } from 'fastify'
import type { SignedRequest } from '../../crypto/officeProof'
import { readOfficeToken, type OfficeHolder } from '../../crypto/officeTokens'
import type { Dependencies } from '../../dependencies'
import type { OfficeService } from '../../remote/OfficeService'
import { OfficeRefusal } from '../../services/office/OfficeRefusal'

export type HostRequest = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>

/** characters of a lock, from the protocol */
const LONGEST_LOCK = 1024

/** A header with one value; '' without it. */
export function header({ headers }: HostRequest, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

/** A lock in a header; undefined without it. @throws OfficeRefusal 400 for a text that is no lock */
export function lockOf(request: HostRequest, name = 'x-wopi-lock'): string | undefined {
  const lock = header(request, name)
  if (lock === '') return undefined
  if (lock.length > LONGEST_LOCK || !/^[\x20-\x7e]+$/.test(lock)) throw new OfficeRefusal(400)
  return lock
}

/** @throws OfficeRefusal 400 */
export function requireLockIn(request: HostRequest, name?: string): string {
  const lock = lockOf(request, name)
  if (lock === undefined) throw new OfficeRefusal(400)
  return lock
}

/** The size of a body, which must be told before it. @throws OfficeRefusal 411 */
export function sizeOf({ headers }: HostRequest): number {
  const length = headers['content-length'] ?? (headers['transfer-encoding'] === undefined ? '0' : '')
  if (!/^\d{1,15}$/.test(length)) throw new OfficeRefusal(411)
  return Number(length)
}

/**
 * The holder of the token in a request that the office service has signed.
 * @throws OfficeRefusal 404 without a service, 401 for a token that is not ours, has expired or is for another file, 500 for a wrong signature
 */
export async function requireHolder(
  { sign, clock, config, office }: Pick<Dependencies, 'sign' | 'clock' | 'config' | 'office'>,
  request: HostRequest,
): Promise<OfficeHolder> {
  if (office === null) throw new OfficeRefusal(404)
  const token = tokenOf(request)
  const holder = readOfficeToken(sign, token, clock())
  if (holder === null || String(holder.fileId) !== request.params.id) throw new OfficeRefusal(401)
  if (!(await isSigned(office, request, token, config.baseUrl ?? ''))) throw new OfficeRefusal(500)
  return holder
}

function isSigned(office: OfficeService, request: HostRequest, token: string, baseUrl: string): Promise<boolean> {
  const signed: SignedRequest = {
    token,
    // The service signs the address that it knows, whatever a proxy makes of it.
    url: baseUrl + request.url,
    timestamp: header(request, 'x-wopi-timestamp'),
    proof: header(request, 'x-wopi-proof'),
    proofOld: header(request, 'x-wopi-proofold'),
  }
  return office.hasSigned(signed)
}

/** The token in the address, where every service sends it, or in the header Authorization. */
function tokenOf({ query, headers }: HostRequest): string {
  if (typeof query.access_token === 'string') return query.access_token
  const [, token = ''] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  return query.access_token === undefined ? token : ''
}
