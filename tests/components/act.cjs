/** Replaces react-dom/test-utils, whose `act` warns that React has its own. */
module.exports = { act: require('react').act }
