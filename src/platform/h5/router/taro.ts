import { useDidHide, useDidShow } from './framework'

/**
 * Stands for `@tarojs/taro` in the H5 build: what screens take from it and the generated entry asks for.
 * All else that Taro would do in a browser, platform/h5 does itself; the build fails on an import that is missing here.
 */
export { getCurrentInstance, nextTick, useDidHide, useDidShow } from './framework'

/** Where Taro's transform has an import of a hook look it up. */
export default { useDidHide, useDidShow }

/** Sizes are real px. */
export function initPxTransform(): void {}
