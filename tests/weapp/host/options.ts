export interface WindowInfo {
  windowWidth: number
  windowHeight: number
  screenWidth: number
  screenHeight: number
  /** Height of the status bar in px. */
  statusBarHeight: number
  pixelRatio: number
  /** Height of the home indicator's strip below the safe area, in px. */
  bottomInset: number
}

export type Theme = 'light' | 'dark'
export type NetworkType = 'wifi' | '5g' | '4g' | '3g' | '2g' | 'unknown' | 'none'

export interface LaunchOptions {
  /** The only origin that the app may call, as the build knows it, e.g. `https://api.satchel.test`. */
  origin: string
  /** The real address of that origin, e.g. `http://127.0.0.1:3000`. */
  serverUrl: string
  /** First page; the first of app.json when missing. */
  path?: string
  query?: Record<string, string>
  /** WeChat's number of how the app was opened; 1001 = from the list of mini-programs. */
  scene?: number
  /** The storage that an earlier run left. */
  storage?: Record<string, unknown>
  /** The files that an earlier run left in the app's own folder, by name. */
  files?: Record<string, Uint8Array>
  /** The network at the start. */
  network?: NetworkType
  windowInfo?: Partial<WindowInfo>
  theme?: Theme
  /** The user's text size; 1 is normal. */
  textScale?: number
  language?: 'zh_CN' | 'zh_TW' | 'en'
  /** `needed`: the user has not yet accepted the privacy guide; `undeclared`: the guide names none of the interfaces. */
  privacy?: 'granted' | 'needed' | 'undeclared'
  /** Roots of sub-packages that cannot be fetched until `packageComes`. */
  missingPackages?: string[]
  /** `denied`: the user denies the app the phone's album until it opens the settings. */
  album?: 'granted' | 'denied'
  /** WeCom: its own calls in `wx.qy`, without those of WeChat's chats. */
  weCom?: boolean
  /** Calls that this phone lacks. */
  lacks?: ('chooseMedia' | 'chooseMessageFile' | 'qy.chooseMessageFile' | 'onChunkReceived')[]
  /** WeChat's encrypted data about the group whose card opened the app; only the server can read them. */
  group?: { encryptedData: string; iv: string }
  /** The share ticket of the card that opened the app. */
  shareTicket?: string
  /** Whether a private message was sent to this user. */
  privateMessage?: 'receiver' | 'stranger'
  /** Whether the user accepts messages when asked: all alike, or by template. */
  takesMessages?: boolean | ((template: string) => boolean)
  /** Answers of `wx.login`, one per call; the last one repeats. */
  loginCodes?: string[]
}

/** An iPhone with a notch. */
export const defaultWindow: WindowInfo = {
  windowWidth: 375,
  windowHeight: 812,
  screenWidth: 375,
  screenHeight: 812,
  statusBarHeight: 44,
  pixelRatio: 3,
  bottomInset: 34,
}
