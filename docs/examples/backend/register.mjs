const gatehouseUrl = 'http://localhost:4000';

/** `browser`: the address and the user agent of the request that your backend received. */
export async function register(input, browser) {
  const response = await fetch(`${gatehouseUrl}/auth/register`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Gatehouse-Client-IP': browser.address,
      'User-Agent': browser.userAgent,
    },
    body: JSON.stringify(input),
  });
  return response.json();
}

// In a backend, with req of node:http: { address: req.socket.remoteAddress, userAgent: req.headers['user-agent'] }.
// Behind a proxy of your own, take the address that this proxy has added.
const browser = { address: '203.0.113.7', userAgent: 'Mozilla/5.0' };
const person = { first_name: 'Alan', last_name: 'Turing', password: 'correct horse battery' };
const { success, code, result } = await register({ ...person, email: 'alan@example.com' }, browser);
console.log(success ? result.email : code);
