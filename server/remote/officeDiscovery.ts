import { createPublicKey, type KeyObject } from 'node:crypto'
import { Parser } from 'htmlparser2'
import { isLoopback } from '../config/configuration'
import { hostNameOf } from './networkAddress'

/** What an office service says about itself. */
export interface Discovery {
  /** The addresses at which the service edits a file, by extension in lower case. They contain placeholders. */
  edit: ReadonlyMap<string, string>
  /** The origins of all its pages: a page may lead to another one. */
  origins: readonly string[]
  /** The keys that sign its requests: the current one, then the previous one, if any. */
  keys: readonly KeyObject[]
}

/** The zones of a discovery, the preferred one first. */
const ZONES = ['external-https', 'external-http', 'internal-https', 'internal-http']

/** bits of the modulus */
const SHORTEST_KEY = 2048

interface Action {
  zone: string
  name: string
  extension: string
  address: string
}

/**
 * Reads the discovery of an office service (MS-WOPI 3.1.5.1.1). Nothing in it is expanded or fetched: a document type is refused.
 * @throws Error that says why the text cannot be used
 */
export function readDiscovery(text: string): Discovery {
  const { actions, proofKey } = elementsOf(text)
  const usable = actions.filter(({ address }) => isUsable(address))
  const zone = ZONES.find((each) => usable.some((action) => action.zone === each))
  const inZone = usable.filter((action) => action.zone === zone)
  const edit = new Map<string, string>()
  for (const { name, extension, address } of inZone)
    if (name === 'edit' && extension !== '' && !edit.has(extension)) edit.set(extension, address)
  if (edit.size === 0) throw new Error('the discovery names no file type that can be edited by https')
  if (proofKey === null) throw new Error('the discovery names no proof key')
  const { modulus, exponent, oldmodulus, oldexponent } = proofKey
  const keys = [keyOf(modulus, exponent), ...(oldmodulus ? [keyOf(oldmodulus, oldexponent)] : [])]
  return { edit, origins: [...new Set(inZone.map(({ address }) => new URL(bare(address)).origin))], keys }
}

function elementsOf(text: string): { actions: Action[]; proofKey: Record<string, string> | null } {
  const actions: Action[] = []
  let proofKey: Record<string, string> | null = null
  let root: string | null = null
  let zone = ''
  let isRefused = false
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        root ??= name
        if (name === 'net-zone') zone = attributes.name ?? ''
        if (name === 'action') actions.push(actionOf(zone, attributes))
        if (name === 'proof-key') proofKey ??= attributes
      },
      onprocessinginstruction(name) {
        if (name !== '?xml') isRefused = true
      },
    },
    { xmlMode: true },
  )
  parser.end(text)
  if (isRefused || root !== 'wopi-discovery') throw new Error('the answer is no discovery')
  return { actions, proofKey }
}

function actionOf(zone: string, { name = '', ext = '', urlsrc = '' }: Record<string, string>): Action {
  return { zone, name, extension: ext.toLowerCase(), address: urlsrc }
}

/** Browsers send tokens there: https, or this machine. */
export function isUsable(address: string): boolean {
  try {
    const url = new URL(bare(address))
    if (url.username !== '' || url.password !== '') return false
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(hostNameOf(url.href)))
  } catch {
    return false
  }
}

/** @throws Error */
function keyOf(modulus = '', exponent = ''): KeyObject {
  const jwk = { kty: 'RSA', n: urlSafe(modulus), e: urlSafe(exponent) }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < SHORTEST_KEY)
    throw new Error(`the proof key has fewer than ${SHORTEST_KEY} bits`)
  return key
}

const urlSafe = (base64: string) => Buffer.from(base64, 'base64').toString('base64url')

/** A placeholder, such as `<ui=UI_LLCC&>`. */
const PLACEHOLDER = /<(\w+)=(\w+)&?>/g

const bare = (address: string) => address.replace(PLACEHOLDER, '')

/**
 * The page that edits a file: placeholders of the address that we know are filled in, and all others removed.
 * @param source the address of the file for the service (WOPISrc)
 */
export function editAddress(address: string, source: string, language: string): string {
  const values: Record<string, string> = {
    UI_LLCC: language,
    DC_LLCC: language,
    WOPI_SOURCE: encodeURIComponent(source),
  }
  let names: string[] = []
  const filled = address.replace(PLACEHOLDER, (_, name: string, place: string) => {
    const value = values[place]
    if (value === undefined) return ''
    names = [...names, place]
    return `${name}=${value}&`
  })
  const url = new URL(filled.replace(/[?&]+$/, ''))
  const more = [
    ...(names.includes('WOPI_SOURCE') ? [] : [`WOPISrc=${encodeURIComponent(source)}`]),
    // Services without a placeholder for the language read this parameter.
    ...(names.includes('UI_LLCC') ? [] : [`lang=${language}`]),
  ]
  url.search = [url.search.replace(/^\?/, ''), ...more].filter((part) => part !== '').join('&')
  return url.href
}
