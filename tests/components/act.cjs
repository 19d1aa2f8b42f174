/** In place of react-dom/test-utils, whose `act` warns that React's own replaces it. */
module.exports = { act: require('react').act }
