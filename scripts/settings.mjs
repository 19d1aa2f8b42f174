/**
 * The settings of the server that `npm start` runs.
 * @param {{ isEmpty?: boolean }} options `isEmpty`: without the demo, in a data folder of its own unless the environment names one
 * @param {NodeJS.ProcessEnv} environment
 * @returns {NodeJS.ProcessEnv}
 */
export function startSettings({ isEmpty = false }, environment) {
  return {
    LOG_LEVEL: 'warn',
    DEMO: '1',
    ...(isEmpty && { DATA_DIR: 'data-own' }),
    ...environment,
    NODE_ENV: 'production',
    ...(isEmpty && { DEMO: '0' }),
  }
}
