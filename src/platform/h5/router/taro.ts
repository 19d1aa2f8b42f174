/// <reference path="./framework.d.ts" />
import {
  useDidHide,
  useDidShow,
  useLoad,
  useReady,
  useRouter,
  useUnload,
} from '@tarojs/plugin-framework-react/dist/runtime'

/**
 * Stands for `@tarojs/taro` in the H5 build: what screens take from it and the generated entry asks for.
 * All else that Taro would do in a browser, platform/h5 does itself; the build fails on an import that is missing here.
 */
export default { useDidHide, useDidShow, useLoad, useReady, useRouter, useUnload }

export { eventCenter, getCurrentInstance, nextTick } from '@tarojs/runtime'
export { getCurrentPages, navigateBack, navigateTo, redirectTo, reLaunch } from './index'

/** Sizes are real px. */
export function initPxTransform(): void {}
