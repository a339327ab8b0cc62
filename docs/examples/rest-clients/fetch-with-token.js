import { authHeaders, refreshAfter } from './session.js';

/** Like fetch, with the access token. Use this function only for Gatehouse and your own services: they see the token. */
export async function fetchWithToken(input, init) {
  const request = new Request(input, init);
  const headers = authHeaders();
  const response = await send(request, headers);
  if (response.status !== 401 || !(await refreshAfter(headers.Authorization))) return response;
  return send(request, authHeaders());
}

/** Sends a copy: the body of a request can be read once. */
function send(request, headers) {
  const copy = request.clone();
  for (const [name, value] of Object.entries(headers)) copy.headers.set(name, value);
  return fetch(copy);
}
