import axios from 'axios';

const api = axios.create({ baseURL: 'http://localhost:4000' });

async function login(email, password) {
  try {
    const { data } = await api.post('/auth/login', { email, password });
    return `${data.msg} Hello ${data.result.user.first_name}.`;
  } catch (error) {
    // Without a response, the network failed.
    if (!error.response) throw error;
    const { code, msg } = error.response.data;
    return `${code}: ${msg}`;
  }
}

console.log(await login('ada@example.com', 'a wrong password'));
console.log(await login('ada@example.com', 'correct horse battery'));
