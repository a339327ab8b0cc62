import axios from 'axios';

const api = axios.create({ baseURL: 'http://localhost:4000' });
const account = {
  email: 'ada@example.com',
  password: 'correct horse battery',
  first_name: 'Ada',
  last_name: 'Lovelace',
};

const registered = await api.post('/auth/register', account);
console.log(JSON.stringify(registered.data.result));
