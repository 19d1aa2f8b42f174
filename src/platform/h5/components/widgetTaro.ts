/** All that taro-ui's widgets call of `@tarojs/taro` as long as they measure nothing. */
export const getEnv = () => 'WEB'

export default { getEnv }
