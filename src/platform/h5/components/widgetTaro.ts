/** The only parts of `@tarojs/taro` that taro-ui's widgets call, as long as they measure nothing. */
export const getEnv = () => 'WEB'

export default { getEnv }
