import { useDidHide, useDidShow } from './framework'

/**
 * Replaces `@tarojs/taro` in the H5 build: only the imports of our screens and of the generated entry.
 * platform/h5 implements everything else itself. The build fails on an import that is missing here.
 */
export { getCurrentInstance, nextTick, useDidHide, useDidShow } from './framework'

/** Taro's transform looks up a hook's import here. */
export default { useDidHide, useDidShow }
