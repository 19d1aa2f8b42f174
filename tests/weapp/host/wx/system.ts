import type { Api, Device } from '../Device'
import { userFolder } from '../DiskFiles'
import type { Network } from '../Network'
import type { NetworkType, Theme } from '../options'

const sdkVersion = '3.7.0'

export interface AppEntry {
  path: string
  query: Record<string, string>
  scene: number
  shareTicket?: string
  referrerInfo: Record<string, unknown>
}

export interface System {
  api: Api
  /** What opened the app, and what brought it back last. */
  launched: AppEntry
  entered: AppEntry
  keepsScreenOn: boolean
  /** False when the app does not follow the phone's theme or nothing changed. */
  setTheme(theme: Theme): boolean
  /** Changes the text size in WeChat's settings. */
  setTextScale(scale: number): void
  setNetwork(type: NetworkType): void
  setWeakNetwork(weak: boolean): void
  appShown(entry: AppEntry): void
  appHidden(): void
  appFailed(error: unknown): void
}

/** The phone, the window, the app's entry and their changes. `darkMode`: app.json supports it. */
export function systemFamily(device: Device, network: Network, entry: AppEntry, darkMode: boolean): System {
  const { window: size } = device
  const language = device.options.language ?? 'zh_CN'
  let textScale = device.options.textScale ?? 1
  let theme: Theme = device.options.theme ?? 'light'
  const signals = {
    theme: device.signal('ThemeChange'),
    network: device.signal('NetworkStatusChange'),
    weak: device.signal('NetworkWeakChange'),
    show: device.signal('AppShow'),
    hide: device.signal('AppHide'),
    error: device.signal('Error'),
    rejection: device.signal('UnhandledRejection'),
    missing: device.signal('PageNotFound'),
    memory: device.signal('MemoryWarning'),
    resize: device.signal('WindowResize'),
    audioBegin: device.signal('AudioInterruptionBegin'),
    audioEnd: device.signal('AudioInterruptionEnd'),
    keyboard: device.signal('KeyboardHeightChange'),
  }

  const safeBottom = size.screenHeight - size.bottomInset
  const safeArea = {
    left: 0,
    right: size.windowWidth,
    top: size.statusBarHeight,
    bottom: safeBottom,
    width: size.windowWidth,
    height: safeBottom - size.statusBarHeight,
  }
  const windowInfo = {
    windowWidth: size.windowWidth,
    windowHeight: size.windowHeight,
    screenWidth: size.screenWidth,
    screenHeight: size.screenHeight,
    statusBarHeight: size.statusBarHeight,
    pixelRatio: size.pixelRatio,
    screenTop: size.screenHeight - size.windowHeight,
    safeArea,
  }
  const deviceInfo = {
    platform: 'ios',
    brand: 'iPhone',
    model: 'iPhone 13',
    system: 'iOS 17.0',
    abi: 'arm64',
    benchmarkLevel: 40,
  }
  const appBaseInfo = () => ({
    SDKVersion: sdkVersion,
    version: '8.0.50',
    language,
    enableDebug: false,
    host: { appId: 'wx' },
    ...(darkMode ? { theme } : {}),
  })
  const systemInfo = () => ({ ...windowInfo, ...deviceInfo, ...appBaseInfo(), fontSizeSetting: 16 * textScale })
  /** WeChat's capsule: 87 × 32, 7 from the right edge. */
  const capsule = () => {
    const top = size.statusBarHeight + 4
    const right = size.windowWidth - 7
    return { width: 87, height: 32, top, right, bottom: top + 32, left: right - 87 }
  }
  const toApp = <T>(value: T) => device.realm.toApp(value)

  const system: System = {
    launched: entry,
    entered: entry,
    keepsScreenOn: false,
    api: {
      ...Object.assign({}, ...Object.values(signals).map((signal) => signal.api)),
      env: { USER_DATA_PATH: userFolder },
      getSystemInfoSync: () => toApp(systemInfo()),
      getSystemInfo: device.asynchronous('getSystemInfo', systemInfo),
      getWindowInfo: () => toApp(windowInfo),
      getDeviceInfo: () => toApp(deviceInfo),
      getAppBaseInfo: () => toApp(appBaseInfo()),
      getAccountInfoSync: () =>
        toApp({ miniProgram: { appId: 'touristappid', envVersion: 'release', version: '1.0.0' } }),
      getMenuButtonBoundingClientRect: () => toApp(capsule()),
      getLaunchOptionsSync: () => toApp(system.launched),
      getEnterOptionsSync: () => toApp(system.entered),
      getNetworkType: device.asynchronous('getNetworkType', () => ({ networkType: network.type, weakNet: false })),
      setKeepScreenOn: device.asynchronous(
        'setKeepScreenOn',
        ({ keepScreenOn }) => void (system.keepsScreenOn = keepScreenOn === true),
      ),
    },
    setTheme(next) {
      if (!darkMode || next === theme) return false
      theme = next
      signals.theme.emit({ theme })
      return true
    },
    setTextScale: (scale) => void (textScale = scale),
    setNetwork(type) {
      network.setType(type)
      signals.network.emit({ isConnected: type !== 'none', networkType: type })
    },
    setWeakNetwork: (weak) => signals.weak.emit({ weakNet: weak, networkType: network.type }),
    appShown(next) {
      system.entered = next
      signals.show.emit(next)
    },
    appHidden: () => signals.hide.emit(),
    appFailed: (error) => signals.error.emit({ message: String(error) }),
  }
  return system
}
