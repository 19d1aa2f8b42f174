import Taro from '@tarojs/taro'
import { createClock } from '../clock'
import type { Platform } from '../Platform'
import { createChats } from './chats'
import { createClipboard } from './clipboard'
import { createDocuments } from './files/documents'
import { createFetchedFile } from './files/fetchedFile'
import { createLanguage } from './language'
import { createLegal } from './legal'
import { createLifecycle } from './lifecycle'
import { createMessages } from './messages'
import { createNavigator } from './navigator'
import { createOutgoing } from './files/outgoing'
import { canRead, createPicker, readBase64, releaseFile, sourcesOf } from './files/pickers'
import { createPrivacy } from './privacy'
import { request, origin } from './network/request'
import { createStorage } from './storage'
import { sendPart, upload } from './files/upload'
import { createWindow, createTheme } from './window'

/** bytes; each part is read into memory */
const PART_SIZE = 2 * 1024 * 1024

/** WeChat's mini-program. */
export function createPlatform(): Platform {
  const clock = createClock()
  const { privacy, authorize } = createPrivacy(Taro)
  const storage = createStorage(() => void fetched.discard())
  const fetched = createFetchedFile(storage)
  void fetched.discard()
  const { pages, ...navigate } = createNavigator(Taro)
  return {
    name: 'weapp',
    can: {
      cookies: false,
      openDocument: true,
      saveByAddress: false,
      pick: sourcesOf(wx),
      leave: false,
      privacy: true,
      announcesCopy: true,
    },
    look: { wework: 'qy' in wx },
    origin,
    request,
    upload,
    sendPart,
    partSize: PART_SIZE,
    firstPartSize: PART_SIZE,
    keepAwake: (on) => void Taro.setKeepScreenOn({ keepScreenOn: on }).catch(() => undefined),
    openDocument: createDocuments(fetched),
    outgoing: createOutgoing(wx, authorize, fetched),
    pickFiles: createPicker(wx, authorize, clock),
    canRead,
    readBase64,
    releaseFile,
    saveByAddress() {},
    copyText: createClipboard(authorize),
    showLegal: createLegal(Taro, privacy.hasGuide),
    messages: createMessages(wx),
    chats: createChats(wx),
    // WeChat asks before it calls. Declining is no failure.
    dial: (phoneNumber) => void Taro.makePhoneCall({ phoneNumber, fail() {} }),
    storage,
    language: createLanguage(storage),
    privacy,
    navigate,
    pages,
    ...createWindow(),
    ...createTheme(),
    ...createLifecycle(),
    clock,
  }
}
