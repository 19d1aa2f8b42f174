import { builtInTags } from '../builtInTags'
import type { Api, Device } from '../Device'
import type { Network } from '../Network'
import type { PageContainers } from '../PageContainers'
import type { PageStack } from '../PageStack'
import { strict } from '../strict'
import { audioFamily, type Audio } from './audio'
import { clipboardFamily, type Clipboard } from './clipboard'
import { documentsFamily } from './documents'
import { filesFamily } from './files'
import { leavingFamily, type Leaving } from './leaving'
import { loginFamily } from './login'
import { mediaFamily, type Media } from './media'
import { navigationFamily } from './navigation'
import { phoneFamily, type Telephone } from './phone'
import { picturesFamily, type DrawnPictures } from './pictures'
import { privacyFamily, type Privacy } from './privacy'
import { requestFamily } from './request'
import { shareFamily, type Sharing } from './share'
import { Storage, storageFamily } from './storage'
import { type AppEntry, type System, systemFamily } from './system'
import { transferFamily } from './transfer'
import { uiFamily } from './ui'
import { type Updates, updateFamily } from './update'

/** Names that webpack, Taro and code for WeCom look for although WeChat may lack them. */
const asked = ['cloud', 'webpackJsonp', 'qy']

export interface Families {
  audio: Audio
  clipboard: Clipboard
  leaving: Leaving
  media: Media
  phone: Telephone
  pictures: DrawnPictures
  privacy: Privacy
  sharing: Sharing
  storage: Storage
  system: System
  updates: Updates
}

/** `canIUse('request')`, `canIUse('button.open-type.share')`: decided by the first part. */
function answers(table: Api): (question: string) => boolean {
  return (question) => {
    const name = question.split('.')[0] ?? ''
    return Object.hasOwn(table, name) || builtInTags.includes(name)
  }
}

/** The whole of `wx`, and the controls with which a test plays the phone. */
export function buildWx(
  device: Device,
  network: Network,
  pages: PageStack,
  containers: PageContainers,
  entry: AppEntry,
  darkMode: boolean,
): { wx: object; families: Families } {
  const privacy = privacyFamily(device)
  const storage = new Storage(device.options.storage)
  const families: Families = {
    audio: audioFamily(device, privacy),
    clipboard: clipboardFamily(device, privacy),
    leaving: leavingFamily(device, privacy),
    media: mediaFamily(device, privacy),
    phone: phoneFamily(device),
    pictures: picturesFamily(device),
    privacy,
    sharing: shareFamily(device),
    storage,
    system: systemFamily(device, network, entry, darkMode),
    updates: updateFamily(device),
  }
  const { audio, clipboard, leaving, media, phone, pictures, sharing, system, updates } = families
  const table: Api = {
    ...requestFamily(device, network),
    ...transferFamily(device, network),
    ...filesFamily(device),
    ...documentsFamily(device),
    ...storageFamily(device, storage),
    ...navigationFamily(device, pages, containers),
    ...uiFamily(device, pages),
    ...loginFamily(device),
    ...audio.api,
    ...clipboard.api,
    ...leaving.api,
    ...phone.api,
    ...pictures.api,
    ...media.api,
    ...privacy.api,
    ...sharing.api,
    ...system.api,
    ...updates.api,
  }
  table.canIUse = answers(table)
  return { wx: strict('wx', table, device.trace, asked), families }
}
